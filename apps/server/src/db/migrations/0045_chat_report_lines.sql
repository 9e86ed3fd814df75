CREATE TABLE "call_opinions" (
	"room_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"opinion" text NOT NULL,
	"trouble" text,
	"round_trip_ms" integer,
	"lost_permille" integer,
	"freezes" integer,
	"restarts" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "call_opinions_room_id_person_id_pk" PRIMARY KEY("room_id","person_id"),
	CONSTRAINT "call_opinions_trouble" CHECK (("call_opinions"."trouble" is null) = ("call_opinions"."opinion" = 'good'))
);
--> statement-breakpoint
CREATE TABLE "report_lines" (
	"report_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_lines_report_id_position_pk" PRIMARY KEY("report_id","position"),
	CONSTRAINT "report_lines_position" CHECK ("report_lines"."position" between 0 and 49)
);
--> statement-breakpoint
ALTER TABLE "call_opinions" ADD CONSTRAINT "call_opinions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_lines" ADD CONSTRAINT "report_lines_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_lines" ADD CONSTRAINT "report_lines_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_opinions_person" ON "call_opinions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "report_lines_author" ON "report_lines" USING btree ("author_id");