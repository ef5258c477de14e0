// Finds the best guess among the candidates by one step of look-ahead, then a second.
//
// First all candidates are compared by the safety of the next guess; then the best of them by the
// winning chance, which is more accurate but costs more; then the close ones by a second step. Each
// stage sees only the best of the stage before.
#pragma once

#include <memory>
#include <vector>

#include "sapper/count/situation.hpp"
#include "sapper/player/choice.hpp"
#include "sapper/player/learned_leaf.hpp"
#include "sapper/player/lookahead.hpp"
#include "sapper/player/setting.hpp"

namespace sapper {

class SecondStep;

class Comparison {
   public:
    // Without a learned value (null) only the first stage is used.
    Comparison(const Setting& setting, const Value* learned);
    ~Comparison();

    bool has_learned() const { return learned_ != nullptr; }

    // From now on only the best candidate matters: others are dropped once they cannot be it. The
    // best one and its winning chance stay the same.
    void find_only_best() { finds_only_best_ = true; }

    // Sorts the candidates, best first, and removes some that cannot be the best. Returns the stage
    // that decided. Throws BudgetSpent.
    Basis compare(Situation& situation, std::vector<Candidate>& candidates);

    // The same, but if the budget runs out the candidates stay sorted by safety.
    Basis compare_within_budget(Situation& situation, std::vector<Candidate>& candidates);

   private:
    void compare_by_next_safety(Situation& situation, std::vector<Candidate>& candidates);
    bool compare_by_winning_chance(Situation& situation, std::vector<Candidate>& candidates);
    bool compare_by_second_step(Situation& situation, std::vector<Candidate>& candidates);
    void complete_dropped(Situation& situation, std::vector<Candidate>& candidates, double least);

    Setting setting_;
    const Value* learned_;
    LookAhead look_ahead_;
    LearnedLeaf learned_leaf_;
    std::unique_ptr<SecondStep> second_step_;  // made when first needed
    std::vector<Candidate> dropped_;           // with the highest value that each could have
    bool finds_only_best_ = false;
};

}  // namespace sapper
