CREATE TABLE "payment_provider" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "payment_provider_one" CHECK ("payment_provider"."id" = 1)
);
