import { fileURLToPath } from 'node:url'
import type { DrawDocument } from '../../domains/requests/document-port.ts'

const FONT = fileURLToPath(new URL('../../domains/discovery/fonts/parley-text.ttf', import.meta.url))
const MARGIN = 56

/** Draws a document with pdfkit, in the font of our pages; nothing is fetched. */
export const drawDocument: DrawDocument = async ({ title, name, madeAt, sections }) => {
  // Loaded when a document is drawn: its modules would slow every start.
  const { default: PdfDocument } = await import('pdfkit')
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
  document.fontSize(16).text(title)
  for (const { heading, lines } of sections) {
    document.moveDown().fontSize(12).text(heading)
    // Ligatures would be read back as other letters.
    for (const line of lines) document.fontSize(10).text(line, { features: [] })
  }
  document.end()
  return drawn
}
