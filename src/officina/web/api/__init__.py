"""The JSON API under ``/api/v1``, for programs: the same tables as the pages, by the same rules."""
