// Makes a player of any setting, `deep` included, which plays games to decide.
#pragma once

#include <memory>

#include "sapper/player/player.hpp"

namespace sapper {

std::unique_ptr<Player> make_player(const Setting& setting, const Value* learned = nullptr);

}  // namespace sapper
