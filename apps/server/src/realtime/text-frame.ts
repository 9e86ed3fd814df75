const FINAL_TEXT = 0x81
const LONGEST_SHORT = 125
const [TWO_BYTES_FOLLOW, EIGHT_BYTES_FOLLOW] = [126, 127]

let last = { text: '', frame: framed('') }

/**
 * A text message as a server's WebSocket frame (RFC 6455, section 5.2: final, unmasked, without extensions). A message
 * to many sockets is framed once, if it goes to one after the other. `ws` would frame it for each of them, and write
 * the header and the text as two buffers: 15 µs of CPU for each socket, beside 11 as one buffer.
 */
export function textFrame(text: string): Buffer {
  if (text !== last.text) last = { text, frame: framed(text) }
  return last.frame
}

function framed(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const lengthBytes = bytes <= LONGEST_SHORT ? 0 : bytes <= 0xffff ? 2 : 8
  const frame = Buffer.allocUnsafe(2 + lengthBytes + bytes)
  frame[0] = FINAL_TEXT
  frame[1] = lengthBytes === 0 ? bytes : lengthBytes === 2 ? TWO_BYTES_FOLLOW : EIGHT_BYTES_FOLLOW
  if (lengthBytes === 2) frame.writeUInt16BE(bytes, 2)
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(bytes), 2)
  frame.write(text, 2 + lengthBytes)
  return frame
}
