-- A stock ledger kept in Bangkok's calendar.
CREATE TABLE stock_trn (
    id         uuid NOT NULL,
    product_id varchar(255),
    quantity   numeric(18, 2),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz DEFAULT now(),
    deleted_at timestamptz,
    CONSTRAINT stock_trn_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX stock_trn_product_id_id_idx ON stock_trn (product_id, id);
