/** Another living process holds this DATA_DIR; the message is a sentence for the person at the terminal. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
  constructor(dataDir: string) {
    super(
      `Another Parley server already uses ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    )
  }
}

/** The embedded Postgres cannot run on this machine or on this data; the message says why and what to do. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'
}
