"""The compiler, as code outside the package needs it that imports the modules which were built for the tests."""

import os
import shutil
import subprocess
from pathlib import Path

from blocks import TOP

BUILT = TOP / ".build" / "debug"


def compiler(language: str, module: str) -> list[str]:
    """A command that checks a module in a language mode, and writes nothing."""
    maps = [*TOP.glob("Sources/C/*/module.modulemap"), *BUILT.glob("C*.build/module.modulemap")]
    libraries = ["libmicrohttpd", "gnutls", "harfbuzz", "libpng"]
    found = subprocess.run(["pkg-config", "--cflags", *libraries], check=True, capture_output=True, text=True)
    swift = Path(shutil.which("swiftc") or "swiftc").resolve().parent.parent
    flags = ["-swift-version", language, "-wmo", "-emit-sil", "-o", os.devnull, "-module-name", module]
    flags += [
        "-parse-as-library",
        "-I",
        str(BUILT / "Modules"),
        "-I",
        str(swift / "lib" / "swift" / "pm" / "ManifestAPI"),
    ]
    for each in [*(f"-fmodule-map-file={path}" for path in maps), *found.stdout.split()]:
        flags += ["-Xcc", each]
    return ["swiftc", *flags]
