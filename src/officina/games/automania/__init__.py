"""Automania by Kristian A. Østby and Kenneth Minde, Aporta Games 2015."""
