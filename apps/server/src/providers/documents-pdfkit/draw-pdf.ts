import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import type { DrawDocument } from '../../domains/requests/document-port.ts'
import { drawable, MISSING_SIGN } from './drawn-characters.ts'

const FONT = fileURLToPath(new URL('fonts/parley-document.ttf', import.meta.url))
const MARGIN = 56

/**
 * Draws a document with pdfkit; nothing is fetched. A bank reads what people wrote: the font has Latin, Greek and
 * Cyrillic letters, and the document itself says where it shows a sign instead of a character.
 */
export const drawPdf: DrawDocument = async ({ title, name, madeAt, sections }) => {
  const document = new PdfDocument({
    ...{ size: 'A4', margin: MARGIN, font: FONT, lang: 'en-GB' },
    info: { Title: name, CreationDate: madeAt },
  })
  const parts: Buffer[] = []
  const drawn = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  let missing = 0
  function write(text: string, size: number): void {
    const shown = drawable(text)
    missing += shown.missing
    document.fontSize(size).text(shown.text)
  }
  write(title, 16)
  for (const { heading, lines } of sections) {
    document.moveDown()
    write(heading, 12)
    for (const line of lines) write(line, 10)
  }
  if (missing > 0) {
    const note = `${MISSING_SIGN} stands for a character that this document cannot show (${missing} in all).`
    document.moveDown().fontSize(10).text(note)
  }
  document.end()
  return drawn
}
