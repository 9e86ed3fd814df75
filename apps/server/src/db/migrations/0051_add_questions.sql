CREATE TABLE "question_votes" (
	"question_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "question_votes_question_id_person_id_pk" PRIMARY KEY("question_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"uuid" text NOT NULL,
	"text" text NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "questions_uuid" UNIQUE("author_id","uuid"),
	CONSTRAINT "questions_votes" CHECK ("questions"."votes" >= 0),
	CONSTRAINT "questions_text" CHECK (char_length("questions"."text") between 1 and 280)
);
--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_votes_person" ON "question_votes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "questions_room" ON "questions" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "questions_created" ON "questions" USING btree ("created_at");