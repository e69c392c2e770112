-- The defaults are the last moment of September 2026 in New York, which is 4 hours behind UTC then.
CREATE TABLE ticks (
    kind   text NOT NULL,
    s_int  int NOT NULL DEFAULT 1790827199,
    s_big  bigint NOT NULL DEFAULT 1790827199,
    s_num  numeric(13, 3) NOT NULL DEFAULT 1790827199.999,
    ms_big bigint NOT NULL DEFAULT 1790827199999,
    ms_num numeric NOT NULL DEFAULT 1790827199999.9,
    us_big bigint NOT NULL DEFAULT 1790827199999999,
    us_num numeric NOT NULL DEFAULT 1790827199999999,
    ns_big bigint NOT NULL DEFAULT 1790827199999999999,
    ns_num numeric(25) NOT NULL DEFAULT 1790827199999999999
) PARTITION BY LIST (kind);
