CREATE TABLE "case_reminders" (
	"case_id" uuid NOT NULL,
	"hours" integer NOT NULL,
	"reminded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_reminders_case_id_hours_pk" PRIMARY KEY("case_id","hours")
);
