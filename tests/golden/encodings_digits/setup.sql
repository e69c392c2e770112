CREATE TABLE wall (
    kind       text NOT NULL,
    day_int    int NOT NULL DEFAULT 20260901,
    day_big    bigint NOT NULL DEFAULT 20260901,
    day_num    numeric(8) NOT NULL DEFAULT 20260901,
    day_text   text NOT NULL DEFAULT '20260906',
    month_int  int NOT NULL DEFAULT 202609,
    month_big  bigint NOT NULL DEFAULT 202609,
    month_num  numeric NOT NULL DEFAULT 202612.5,
    month_text varchar(6) NOT NULL DEFAULT '202609',
    hour_int   int NOT NULL DEFAULT 2026083123,
    hour_big   bigint NOT NULL DEFAULT 2026083120,
    hour_num   numeric(12, 2) NOT NULL DEFAULT 2026090123.59,
    hour_text  text NOT NULL DEFAULT '2026090104'
) PARTITION BY LIST (kind);
