#include "sapper/games/played_game.hpp"

namespace sapper {

void PlayedGame::begin(std::vector<std::uint8_t> layout, int mines) {
    ground_.lay(graph_, std::move(layout));
    opened_.assign(static_cast<std::size_t>(graph_.size()), 0);
    safe_left_ = graph_.size() - mines;
    is_alive_ = true;
    if (player_) player_->begin(graph_, mines);
}

bool PlayedGame::begin(std::vector<std::uint8_t> layout, int mines,
                       std::span<const std::uint8_t> faces) {
    ground_.lay(graph_, std::move(layout));
    opened_.resize(faces.size());
    safe_left_ = graph_.size() - mines;
    for (std::size_t cell = 0; cell < faces.size(); ++cell) {
        opened_[cell] = is_number(faces[cell]);
        safe_left_ -= opened_[cell];
    }
    return is_alive_ = player_->read(graph_, faces, mines);
}

}  // namespace sapper
