"""fizzle and its peers on one spell: who is how fast, and do they agree?"""
