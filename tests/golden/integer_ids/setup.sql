-- The id is the axis, and its own sequence says how far it has come.
CREATE TABLE messages (
    msg_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    body   text NOT NULL
) PARTITION BY RANGE (msg_id);
