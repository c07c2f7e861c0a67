"""Kraftwagen by Matthias Cramer, ADC Blackfire 2015."""
