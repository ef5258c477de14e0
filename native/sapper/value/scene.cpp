#include "sapper/value/scene.hpp"

#include <cmath>

namespace sapper {

void Scene::draw(const Situation& situation) {
    const Frontier& frontier = situation.frontier();
    const Beliefs& beliefs = situation.beliefs();
    const auto size = static_cast<std::size_t>(situation.graph().size());
    kinds.resize(size);
    chances.assign(size, 0);
    mixed.assign(size, 0);
    boxes.assign(size, kFarBox);
    far_chance = beliefs.untouched() > 0 ? beliefs.untouched_chance() : 0;
    log_ways = std::log(beliefs.ways());
    const double far_mixed = 2 * far_chance * (1 - far_chance);
    for (int cell = 0; cell < situation.graph().size(); ++cell) {
        if (situation.is_unknown(cell))
            draw_unknown(situation, cell, far_mixed);
        else
            draw_settled(frontier, cell);
    }
}

void Scene::draw_unknown(const Situation& situation, int cell, double far_mixed) {
    const Beliefs& beliefs = situation.beliefs();
    const int box = situation.frontier().box_of(cell);
    if (box == Frontier::kNoBox) {
        put(cell, far_chance, far_mixed, kFarBox);
        return;
    }
    const double chance = beliefs.box_is_safe(box)   ? 0
                          : beliefs.box_is_mine(box) ? 1
                                                     : beliefs.box_chance(box);
    put(cell, chance, beliefs.box_mixed_chance(box), box);
}

void Scene::draw_settled(const Frontier& frontier, int cell) {
    const bool is_mine = frontier.states()[cell] == Frontier::kKnownMine;
    if (is_mine) chances[cell] = 1;
    kinds[cell] = is_mine ? kKnownMine : is_covered(frontier.faces()[cell]) ? kKnownSafe : kOpened;
}

}  // namespace sapper
