"""How well a method crawls: every method on the same frozen webs, against labels made by people."""
