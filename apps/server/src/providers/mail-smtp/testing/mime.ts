/** The parts of a MIME message that the tests look at; it knows what nodemailer writes and no more. */
export function readMime(source: string): {
  header(name: string): string
  text: string
  html: string
} {
  const whole = partOf(source)
  const boundary = /boundary="?([^";]+)"?/.exec(whole.header('Content-Type'))?.[1]
  const parts = boundary
    ? whole.body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map(each => partOf(each.replace(/^\r\n/, '')))
    : [whole]
  const ofType = (type: string) => parts.find(part => part.header('Content-Type').startsWith(type))
  return {
    header: name => decodeWords(whole.header(name)),
    text: contentOf(ofType('text/plain')),
    html: contentOf(ofType('text/html')),
  }
}

type Part = ReturnType<typeof partOf>

function partOf(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  return {
    header: (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: source.slice(end + 4),
  }
}

function contentOf(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.header('Content-Transfer-Encoding')
  const bytes = encoding === 'base64' ? Buffer.from(part.body, 'base64') : quotedPrintable(part.body)
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

function quotedPrintable(text: string): Buffer {
  const bytes = text
    .replaceAll(/[ \t]*=\r\n/g, match => match.replace('=\r\n', ''))
    .replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** RFC 2047: words that are not ASCII. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')).toString('utf8'),
    )
}
