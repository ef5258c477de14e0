// Binds what is known of a board as JSON.
#include "sapper/games/board_json.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <new>
#include <string>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class T>
using Cells = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// As `repr` writes it, and Python's module json.
std::string python_text(double value) {
    char* text = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
    if (text == nullptr) throw std::bad_alloc();
    std::string copy(text);
    PyMem_Free(text);
    return copy;
}

nb::list board_json(const Cells<double>& chances, const Cells<std::uint8_t>& verdicts,
                    int columns) {
    const std::size_t boards = chances.shape(0), size = chances.shape(1);
    if (verdicts.shape(0) != boards || verdicts.shape(1) != size)
        throw nb::value_error("expected one verdict for every chance");
    sapper::BoardJson writer(columns, python_text);
    nb::list texts;
    for (std::size_t i = 0; i < boards; ++i) {
        const auto text =
            writer.text({chances.data() + i * size, size}, {verdicts.data() + i * size, size});
        texts.append(nb::bytes(text.data(), text.size()));
    }
    return texts;
}

}  // namespace

void bind_board_json(nb::module_& m) {
    m.def("board_json", &board_json, "chances"_a, "verdicts"_a, "columns"_a,
          nb::sig("def board_json(chances: NDArray[numpy.float64], verdicts: NDArray[numpy.uint8], "
                  "columns: int) -> list[bytes]"),
          "Return for every board its chances in rows and its certain cells, as a part of a JSON "
          "object; both arrays are boards x cells.");
}
