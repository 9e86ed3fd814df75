/** Draws the icons of the installed site from the logo: `node scripts/render-icons.ts`. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const FOLDER = fileURLToPath(new URL('../public/icons/', import.meta.url))
const EMBER = '#E0492B'
const PAGE = '#FBFAF8'

interface Icon {
  name: string
  sizePx: number
  /**
   * The ring's diameter as a share of the icon: in a maskable icon it stays within the inner 80 % that every mask
   * shows.
   */
  ring: number
  ground: 'square' | 'rounded'
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192', sizePx: 192, ring: 0.62, ground: 'rounded' },
  { name: 'icon-512', sizePx: 512, ring: 0.62, ground: 'rounded' },
  { name: 'maskable-512', sizePx: 512, ring: 0.5, ground: 'square' },
  { name: 'apple-touch-icon', sizePx: 180, ring: 0.58, ground: 'square' },
]

/** The logo of the header: a ring with a gap. */
function drawing({ ring, ground }: Icon): string {
  const weight = ring * 0.19
  const radius = (ring - weight) / 2
  const round = 2 * Math.PI * radius
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1024" height="1024">
    <rect width="1" height="1" rx="${ground === 'rounded' ? 0.22 : 0}" fill="${PAGE}"/>
    <circle cx="0.5" cy="0.5" r="${radius}" fill="none" stroke="${EMBER}" stroke-width="${weight}" stroke-linecap="round"
      stroke-dasharray="${round * 0.8} ${round}" transform="rotate(-62 0.5 0.5)"/>
  </svg>`
}

await mkdir(FOLDER, { recursive: true })
for (const icon of ICONS) {
  const drawn = sharp(Buffer.from(drawing(icon))).resize(icon.sizePx, icon.sizePx)
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(`${FOLDER}${icon.name}.png`)
}
