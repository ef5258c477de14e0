// Positions read from the pixels of pictures; Python has checked the size.
#include "door/door.hpp"
#include "sapper/pictures/read.hpp"

using namespace door;

namespace {

auto picture_limits() { return std::tuple(pictures::kMostPixels, pictures::kSure); }

auto read_picture(Bytes pixels, int width, int height) {
    const pictures::PictureReading read = pictures::read_picture({pixels, width, height});
    const auto& grid = read.grid;
    return std::tuple(read.found,
                      std::tuple(grid.x.first, grid.y.first, grid.right(), grid.bottom()),
                      grid.rows(), grid.columns(), read.signs, read.confidences, read.changed,
                      read.clashing, read.ring, read.ends, read.is_doubtful);
}

const Call kPictures[]{CALL(picture_limits), CALL(read_picture)};

}  // namespace
