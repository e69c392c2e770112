-- Every new leaf is as its parent; the one made by hand is as it was.
INSERT INTO notes SELECT '2026-08-01 12:00:00+00'::timestamptz + n * interval '1 day', n, current_user, 'x' FROM generate_series(1, 20) AS n;
DO $$
DECLARE
  root oid := 'public.notes'::regclass;
  leaf record;
BEGIN
  FOR leaf IN SELECT * FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'notes%' LOOP
    ASSERT leaf.relreplident = 'f' AND leaf.relrowsecurity AND leaf.relforcerowsecurity, leaf.relname;
    ASSERT (SELECT array_agg((grantee, privilege_type, is_grantable)::text ORDER BY grantee, privilege_type) FROM aclexplode(leaf.relacl) WHERE grantee <> leaf.relowner)
         = (SELECT array_agg((grantee, privilege_type, is_grantable)::text ORDER BY grantee, privilege_type) FROM pg_class r, aclexplode(r.relacl)
            WHERE r.oid = root AND grantee <> r.relowner), leaf.relname;
    ASSERT (SELECT array_agg((attname, attacl)::text ORDER BY attname) FROM pg_attribute WHERE attrelid = leaf.oid AND attacl IS NOT NULL)
         = (SELECT array_agg((attname, attacl)::text ORDER BY attname) FROM pg_attribute WHERE attrelid = root AND attacl IS NOT NULL), leaf.relname;
    ASSERT (SELECT array_agg((polname, polcmd, polpermissive, polroles, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))::text ORDER BY polname)
              FROM pg_policy WHERE polrelid = leaf.oid)
         = (SELECT array_agg((polname, polcmd, polpermissive, polroles, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))::text ORDER BY polname)
              FROM pg_policy WHERE polrelid = root), leaf.relname;
    IF leaf.relname = 'notes__default' THEN
      ASSERT leaf.relpersistence = 'u' AND leaf.reltablespace = 0 AND leaf.reloptions = '{fillfactor=70}', leaf.relname;
    ELSE
      ASSERT leaf.relpersistence = 'p' AND leaf.reloptions = '{fillfactor=80}'
        AND leaf.reltablespace = (SELECT oid FROM pg_tablespace WHERE spcname = 'fast'), leaf.relname;
    END IF;
    ASSERT (SELECT reloptions FROM pg_class WHERE oid = leaf.reltoastrelid) = '{autovacuum_enabled=false}', leaf.relname;
  END LOOP;
  ASSERT (SELECT count(*) FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'notes%') = 5;
  ASSERT (SELECT relreplident = 'd' AND NOT relrowsecurity AND relacl IS NULL AND reloptions IS NULL FROM pg_class WHERE relname = 'by_hand');
END $$;
