/** A document as people read it: sections of a heading and its lines. */
export interface PlainDocument {
  title: string
  /** What the reader's program shows as its name. */
  name: string
  madeAt: Date
  sections: readonly { heading: string; lines: readonly string[] }[]
}

/** Draws documents as PDF: of the same document the same bytes. */
export type DrawDocument = (document: PlainDocument) => Promise<Buffer>
