INSERT INTO ticks (kind) VALUES ('s_int'), ('s_big'), ('s_num'), ('ms_big'), ('ms_num'), ('us_big'), ('us_num'), ('ns_big'), ('ns_num');
