"""The folder in which Tests/Readme/check and Tests/Docs/check make apps, beside a link to this package.

They share it, so that what is built for the app of one serves that of the other.
"""

from blocks import TOP

APPS = TOP / "build" / "readme"


def link_package() -> None:
    """Makes the folder, and the link in it, of which the package manager takes this package's name."""
    APPS.mkdir(parents=True, exist_ok=True)
    link = APPS / "tempura"
    if not link.is_symlink():
        link.symlink_to(TOP)
