class Failure(Exception):
    """The site cannot be made."""
