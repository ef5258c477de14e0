// Binds pictures/: a position read from the pixels of a picture.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <tuple>

#include "bindings.hpp"
#include "sapper/pictures/read.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using sapper::pictures::Found;
using sapper::pictures::PictureReading;

PictureReading read_picture(const nb::bytes& pixels, int width, int height) {
    if (width < 1 || height < 1 ||
        static_cast<std::int64_t>(width) * height > sapper::pictures::kMostPixels)
        throw nb::value_error("expected 1 to 24000000 pixels");
    if (static_cast<std::int64_t>(pixels.size()) != 4LL * width * height)
        throw nb::value_error("expected four bytes for each pixel");
    const std::span data(reinterpret_cast<const std::uint8_t*>(pixels.c_str()), pixels.size());
    nb::gil_scoped_release release;
    return sapper::pictures::read_picture({data, width, height});
}

}  // namespace

void bind_pictures(nb::module_& m) {
    nb::enum_<Found>(m, "FoundInPicture")
        .value("BOARD", Found::kBoard)
        .value("NO_BOARD", Found::kNoBoard)
        .value("SEVERAL_BOARDS", Found::kSeveralBoards)
        .value("TOO_MANY_CELLS", Found::kTooManyCells);
    nb::class_<PictureReading>(m, "PictureReading")
        .def_ro("found", &PictureReading::found)
        .def_prop_ro("box",
                     [](const PictureReading& r) {
                         return std::make_tuple(r.grid.x.first, r.grid.y.first, r.grid.right(),
                                                r.grid.bottom());
                     })
        .def_prop_ro("rows", [](const PictureReading& r) { return r.grid.rows(); })
        .def_prop_ro("columns", [](const PictureReading& r) { return r.grid.columns(); })
        .def_prop_ro("signs",
                     [](const PictureReading& r) {
                         return nb::bytes(reinterpret_cast<const char*>(r.signs.data()),
                                          r.signs.size());
                     })
        .def_ro("confidences", &PictureReading::confidences)
        .def_ro("changed", &PictureReading::changed)
        .def_ro("clashing", &PictureReading::clashing)
        .def_ro("ring", &PictureReading::ring)
        .def_ro("ends", &PictureReading::ends)
        .def_ro("is_doubtful", &PictureReading::is_doubtful);
    m.def("read_picture", &read_picture, "pixels"_a, "width"_a, "height"_a,
          "Return the position in a picture: rows of pixels, four bytes each (red to opacity).");
    m.attr("MOST_PIXELS") = sapper::pictures::kMostPixels;
    m.attr("SURE_READING") = sapper::pictures::kSure;
}
