INSERT INTO ledger VALUES (1, 'old'), (999, 'old'), (1000, 'new'), (2500, 'newest');
INSERT INTO steps VALUES (1, 5), (1, 17), (2, 3);
INSERT INTO depth (metres) VALUES (-150), (-101), (-1), (0), (99);
INSERT INTO blocks VALUES (7, '\x07'), (160, '\xa0'), (9000, 'a stray one, which the cursor does not see');
