INSERT INTO ids (kind) VALUES ('v7'), ('ulid'), ('ulid_id'), ('tweet'), ('other');
