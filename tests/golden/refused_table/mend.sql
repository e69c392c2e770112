ALTER TABLE accounts DROP CONSTRAINT accounts_key, ADD CONSTRAINT accounts_key PRIMARY KEY (id, at, tenant);
