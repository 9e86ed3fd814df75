CREATE TABLE "sale_terms" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fee_basis_points" integer NOT NULL,
	"release_after_hours" integer NOT NULL
);
