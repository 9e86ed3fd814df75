CREATE TABLE "live_event_words" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_words" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "live_event_words" ADD CONSTRAINT "live_event_words_event_id_live_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."live_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_words" ADD CONSTRAINT "profile_words_user_id_profiles_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_event_words_found" ON "live_event_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "profile_words_found" ON "profile_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "live_events_to_come" ON "live_events" USING btree ("state","starts_at","id") WHERE "live_events"."state" in ('scheduled', 'live');--> statement-breakpoint
CREATE INDEX "profiles_category" ON "profiles" USING btree ("category","user_id");--> statement-breakpoint
-- Text as it is looked for: accents off, everything but letters and digits a gap. No extension is needed for it.
CREATE FUNCTION plain_words(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
    regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION search_words(named text, told text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', plain_words(named)), 'A') || setweight(to_tsvector('simple', plain_words(told)), 'B')
$$;
--> statement-breakpoint
CREATE FUNCTION write_profile_words(profile uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO profile_words (user_id, words)
  SELECT u.id, search_words(concat_ws(' ', u.username, u.first_name, u.last_name), p.description)
  FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.user_id = profile
  ON CONFLICT (user_id) DO UPDATE SET words = excluded.words WHERE profile_words.words <> excluded.words
$$;
--> statement-breakpoint
CREATE FUNCTION write_event_words(event uuid, owner uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO live_event_words (event_id, words)
  SELECT e.id, search_words(concat_ws(' ', e.title, u.username, u.first_name, u.last_name), e.description)
  FROM live_events e JOIN users u ON u.id = e.influencer_id WHERE e.id = event OR e.influencer_id = owner
  ON CONFLICT (event_id) DO UPDATE SET words = excluded.words WHERE live_event_words.words <> excluded.words
$$;
--> statement-breakpoint
CREATE FUNCTION words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'profiles' THEN
    PERFORM write_profile_words(NEW.user_id);
  ELSIF TG_TABLE_NAME = 'live_events' THEN
    PERFORM write_event_words(NEW.id, NULL);
  ELSE
    PERFORM write_profile_words(NEW.id);
    PERFORM write_event_words(NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_words AFTER INSERT OR UPDATE OF description ON "profiles" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE TRIGGER live_events_words AFTER INSERT OR UPDATE OF title, description ON "live_events" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
CREATE TRIGGER users_words AFTER UPDATE OF username, first_name, last_name ON "users" FOR EACH ROW EXECUTE FUNCTION words_changed();
--> statement-breakpoint
INSERT INTO profile_words (user_id, words)
SELECT u.id, search_words(concat_ws(' ', u.username, u.first_name, u.last_name), p.description)
FROM profiles p JOIN users u ON u.id = p.user_id;
--> statement-breakpoint
INSERT INTO live_event_words (event_id, words)
SELECT e.id, search_words(concat_ws(' ', e.title, u.username, u.first_name, u.last_name), e.description)
FROM live_events e JOIN users u ON u.id = e.influencer_id;
