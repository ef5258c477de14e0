#include "sapper/scene.hpp"

#include <cmath>

namespace sapper {

void Scene::draw(const Graph& graph, const Frontier& frontier, const Beliefs& beliefs) {
    const auto size = static_cast<std::size_t>(graph.size());
    kinds.resize(size);
    chances.assign(size, 0);
    mixed.assign(size, 0);
    boxes.assign(size, kFarBox);
    parts.assign(size, Part());
    far_chance = beliefs.untouched() > 0 ? beliefs.untouched_chance() : 0;
    log_ways = std::log(beliefs.ways());
    const Structure& structure = frontier.structure();
    std::vector<int> in_doubt(beliefs.component_count());  // cells of each component
    for (int box = 0; box < structure.box_count(); ++box)
        if (!beliefs.box_is_safe(box) && !beliefs.box_is_mine(box))
            in_doubt[beliefs.component_of(box)] += structure.box_size(box);
    std::vector<Part> of_components;
    for (std::size_t i = 0; i < in_doubt.size(); ++i)
        of_components.emplace_back(entropy(beliefs.profile(i).totals, beliefs.odds_of_a_mine()),
                                   in_doubt[i]);
    const double far_mixed = 2 * far_chance * (1 - far_chance);
    for (int cell = 0; cell < graph.size(); ++cell) {
        const std::uint8_t state = frontier.states()[cell];
        if (state == Frontier::kUnknown) {
            const int box = frontier.box_of(cell);
            if (box == Frontier::kNoBox)
                put(cell, far_chance, far_mixed, kFarBox, {});
            else
                put(cell,
                    beliefs.box_is_safe(box)   ? 0
                    : beliefs.box_is_mine(box) ? 1
                                               : beliefs.box_chance(box),
                    beliefs.box_mixed_chance(box), box, of_components[beliefs.component_of(box)]);
            continue;
        }
        if (state == Frontier::kKnownMine) chances[cell] = 1;
        kinds[cell] = state == Frontier::kKnownMine        ? kMine
                      : is_covered(frontier.faces()[cell]) ? kSafe
                                                           : kOpened;
    }
}

}  // namespace sapper
