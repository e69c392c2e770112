CREATE TABLE nullable (at timestamptz) PARTITION BY RANGE (at);
CREATE TABLE "default" (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE caught (at timestamptz) PARTITION BY RANGE (at);
CREATE TABLE random (id uuid PRIMARY KEY DEFAULT gen_random_uuid()) PARTITION BY RANGE (id);
