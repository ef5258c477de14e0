#include "sapper/value/scene.hpp"

#include <cmath>

namespace sapper {

void Scene::draw(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs) {
    const auto size = static_cast<std::size_t>(graph.size());
    kinds.resize(size);
    chances.assign(size, 0);
    mixed.assign(size, 0);
    boxes.assign(size, kFarBox);
    far_chance = beliefs.untouched() > 0 ? beliefs.untouched_chance() : 0;
    log_ways = std::log(beliefs.ways());
    const double far_mixed = 2 * far_chance * (1 - far_chance);
    for (int cell = 0; cell < graph.size(); ++cell) {
        const std::uint8_t state = frontier.states()[cell];
        if (state == Frontier::kUnknown) {
            const int box = frontier.box_of(cell);
            if (box == Frontier::kNoBox)
                put(cell, far_chance, far_mixed, kFarBox);
            else
                put(cell,
                    beliefs.box_is_safe(box)   ? 0
                    : beliefs.box_is_mine(box) ? 1
                                               : beliefs.box_chance(box),
                    beliefs.box_mixed_chance(box), box);
            continue;
        }
        if (state == Frontier::kKnownMine) chances[cell] = 1;
        kinds[cell] = state == Frontier::kKnownMine        ? kKnownMine
                      : is_covered(frontier.faces()[cell]) ? kKnownSafe
                                                           : kOpened;
    }
}

}  // namespace sapper
