type Write = (fields: object, message: string) => void

/** The part of the server's logger that the database uses. */
export interface DatabaseLog {
  info: Write
  warn: Write
  error: Write
}
