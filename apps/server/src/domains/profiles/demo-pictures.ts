import sharp from 'sharp'

const SIZE_PX = 1200

/** A still life drawn here: nobody's face, and nobody's rights. */
export interface StillLife {
  background: string
  ring: string
  /** SVG shapes on a field of 100 by 100. */
  shapes: string
}

export const CHESS: StillLife = {
  background: '#efecfd',
  ring: '#5138e0',
  shapes: `
    <g fill="#17131f">
      <circle cx="50" cy="34" r="8.5"/>
      <rect x="41" y="42" width="18" height="4" rx="2"/>
      <path d="M45.5 46h9c.6 8 3 13 6.5 18h-22c3.5-5 5.9-10 6.5-18z"/>
      <rect x="35" y="64" width="30" height="7" rx="3"/>
    </g>
    <path d="M46.5 30.5a5 5 0 0 1 4-2.5" fill="none" stroke="#ffffff" stroke-width="1.6" stroke-linecap="round"/>`,
}

export const WARDROBE: StillLife = {
  background: '#fbe9e3',
  ring: '#c8371b',
  shapes: `
    <path d="M50 40v-4.5c0-1.5 4-2 4-5.500a4 4 0 0 0-8 0" fill="none" stroke="#17131f" stroke-width="2.2" stroke-linecap="round"/>
    <path d="M50 40 30 53q-3 2.5.5 4h39q3.5-1.5.5-4z" fill="none" stroke="#17131f" stroke-width="2.6" stroke-linejoin="round"/>
    <path d="M36 57h28l-2.5 14q-11.5 3-23 0z" fill="#c8371b"/>
    <path d="M50 57v15" stroke="#fbe9e3" stroke-width="1.2"/>`,
}

/** The drawing as a PNG that goes the way of every upload. */
export async function drawStillLife(picture: StillLife): Promise<Blob> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PX}" height="${SIZE_PX}" viewBox="0 0 100 100">
    <rect width="100" height="100" fill="${picture.background}"/>
    <circle cx="50" cy="50" r="33" fill="#ffffff"/>
    <circle cx="50" cy="50" r="33" fill="none" stroke="${picture.ring}" stroke-width="3" stroke-linecap="round"
      stroke-dasharray="178.3 29.05" transform="rotate(-65 50 50)"/>
    ${picture.shapes}
  </svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  return new Blob([new Uint8Array(png)])
}
