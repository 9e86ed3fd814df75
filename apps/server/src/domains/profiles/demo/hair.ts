/** The parts of the hair behind and before the head, as SVG; `hair` and `shade` are its two colours. */
interface Hair {
  back: string
  front: string
}
export type HairStyle =
  | 'afro'
  | 'bald'
  | 'bob'
  | 'braids'
  | 'bun'
  | 'buzz'
  | 'curls'
  | 'long'
  | 'parted'
  | 'ponytail'
  | 'quiff'
  | 'scarf'
  | 'waves'

const circles = (spots: readonly (readonly [x: number, y: number, r: number])[]) =>
  spots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')

/** Hair that follows the skull, down to the temples: the base of most short styles. */
const CAP = 'M130 172c-6-62 24-98 70-98s76 36 70 98c-4-18-9-30-16-40-18 6-90 6-108 0-7 10-12 22-16 40z'

const AFRO = [
  [200, 98, 66],
  [146, 116, 50],
  [254, 116, 50],
  [122, 158, 40],
  [278, 158, 40],
  [168, 78, 42],
  [232, 78, 42],
] as const

const CURLS = [
  [150, 118, 27],
  [176, 98, 28],
  [206, 92, 29],
  [236, 102, 27],
  [256, 124, 24],
  [137, 144, 18],
  [265, 148, 17],
] as const

const SHORT_CURLS = [
  [130, 150, 22],
  [124, 178, 17],
  [270, 150, 22],
  [276, 178, 17],
  [150, 112, 32],
  [250, 112, 32],
  [200, 94, 42],
] as const

const braid = (x: number) =>
  Array.from({ length: 7 }, (_, row) => `<ellipse cx="${x}" cy="${206 + row * 24}" rx="12" ry="15"/>`).join(
    '',
  )

const styles: Record<HairStyle, (hair: string, shade: string) => Hair> = {
  afro: (hair, shade) => ({
    back: `<g fill="${hair}">${circles(AFRO)}</g>`,
    front: `<path fill="${hair}" d="M130 168c-10-66 24-106 70-106s80 40 70 106c-6-22-20-40-34-48-22 8-50 8-72 0-14 8-28 26-34 48z"/>
      <path fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity=".5" d="M160 66q10 6 8 16M214 52q12 4 12 16M262 96q10 8 6 18M120 128q-2 12 6 18"/>`,
  }),
  bald: () => ({ back: '', front: '' }),
  bob: (hair, shade) => ({
    back: `<path fill="${shade}" d="M112 250c-10-40-8-84 4-116 14-38 46-58 84-58s70 20 84 58c12 32 14 76 4 116-18 12-42 14-58 10h-60c-16 4-40 2-58-10z"/>`,
    front: `<path fill="${hair}" d="M112 250c-10-40-8-84 4-116 14-38 46-60 84-60s70 22 84 60c12 32 14 76 4 116-8 6-16 8-24 8 6-32 6-70-4-104-30 4-64-6-86-26-8 14-22 24-38 28-8 32-6 70 0 102-8 0-16-2-24-8z"/>`,
  }),
  braids: (hair, shade) => ({
    back: `<path fill="${shade}" d="M122 210c-10-84 22-136 78-136s88 52 78 136z"/>`,
    front: `<path fill="${hair}" d="M130 178c-8-66 22-106 70-106s78 40 70 106c-6-30-30-58-70-76-40 18-64 46-70 76z"/>
      <path fill="none" stroke="${shade}" stroke-width="3" opacity=".7" d="M200 74v28M178 78c2 10 2 18-2 30M222 78c-2 10-2 18 2 30M156 90c4 10 2 22-4 36M244 90c-4 10-2 22 4 36"/>
      <g fill="${hair}" stroke="${shade}" stroke-width="2">${braid(124)}${braid(276)}</g>`,
  }),
  bun: (hair, shade) => ({
    back: `<circle cx="200" cy="58" r="34" fill="${hair}"/><path fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity=".6" d="M180 48q20-16 40 0M178 64q22 12 44 0"/>`,
    front: `<path fill="${hair}" d="M129 178c-8-64 20-104 71-104s79 40 71 104c-6-36-22-58-42-66-20-6-40-6-58 0-20 8-36 30-42 66z"/>
      <path fill="none" stroke="${shade}" stroke-width="2.5" opacity=".5" d="M200 76v30M172 82q-2 14-10 30M228 82q2 14 10 30"/>`,
  }),
  buzz: hair => ({
    back: '',
    front: `<path fill="${hair}" opacity=".92" d="M132 162c-4-52 24-82 68-82s72 30 68 82c-4-16-8-26-14-34-14-10-32-14-54-14s-40 4-54 14c-6 8-10 18-14 34z"/>`,
  }),
  curls: (hair, shade) => ({
    back: `<g fill="${shade}">${circles(SHORT_CURLS)}</g>`,
    front: `<g fill="${hair}">${circles(CURLS)}</g><path fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity=".6" d="M144 110q8-10 18-4M172 90q10-8 20 0M206 84q12-4 18 6M238 98q10 0 12 10"/>`,
  }),
  long: (hair, shade) => ({
    back: `<path fill="${shade}" d="M108 330c-14-60-8-152 8-196 14-38 46-60 84-60s70 22 84 60c16 44 22 136 8 196-30 14-154 14-184 0z"/>`,
    front: `<path fill="${hair}" d="M108 330c-14-60-8-152 8-196 14-40 48-62 84-62s70 22 84 62c16 44 22 136 8 196-12 6-24 8-34 8 12-60 16-140-8-196-22-8-38-18-50-34-12 16-28 26-50 34-24 56-20 136-8 196-10 0-22-2-34-8z"/>`,
  }),
  parted: (hair, shade) => ({
    back: '',
    front: `<path fill="${hair}" d="M128 176c-8-66 24-106 74-104 50 0 76 40 70 102-6-20-10-34-16-44-34 0-66-8-86-24-8 18-16 26-24 32-8 10-14 22-18 38z"/>
      <path fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round" opacity=".5" d="M176 92c20 18 48 26 76 26M190 84c18 14 38 20 60 22"/>`,
  }),
  ponytail: (hair, shade) => ({
    back: `<path fill="${shade}" d="M246 98c52-14 76 34 66 92-6 36-22 62-40 78 4-42 10-98-26-132z"/>`,
    front: `<path fill="${hair}" d="M129 178c-8-64 20-106 71-106s79 42 71 106c-4-30-16-52-30-62-30 6-66-2-84-10-12 14-22 36-28 72z"/>
      <path fill="none" stroke="${shade}" stroke-width="2.5" opacity=".5" d="M164 92c24 8 54 12 82 6M152 104c26 10 62 14 92 8"/>`,
  }),
  quiff: (hair, shade) => ({
    back: '',
    front: `<path fill="${shade}" d="${CAP}"/>
      <path fill="${hair}" d="M140 128c-6-34 18-66 58-70 44-4 74 14 76 50 2 10-2 22-10 28-34 0-92-6-124-8z"/>
      <path fill="none" stroke="${shade}" stroke-width="3.5" stroke-linecap="round" opacity=".55" d="M162 112c4-20 24-34 50-36M186 114c6-14 22-24 46-26M212 118c8-10 20-16 38-18"/>`,
  }),
  scarf: (hair, shade) => ({
    back: `<path fill="${shade}" d="M104 320c-12-70-10-150 10-190 16-38 48-60 86-60s70 22 86 60c20 40 22 120 10 190z"/>`,
    front: `<path fill="${hair}" fill-rule="evenodd" d="M96 400c-4-104-4-204 20-262 16-40 48-68 84-68s68 28 84 68c24 58 24 158 20 262zM200 108c-42 0-62 36-60 74 2 46 28 76 60 76s58-30 60-76c2-38-18-74-60-74z"/>
      <path fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" opacity=".6" d="M138 250c20 34 70 50 128 36M126 286c34 40 96 52 160 30M150 96c26-16 72-18 104 2"/>`,
  }),
  waves: (hair, shade) => ({
    back: `<path fill="${shade}" d="M116 300c-22-20-22-50-10-70-12-20-8-50 8-66-4-52 34-92 86-92s90 40 86 92c16 16 20 46 8 66 12 20 12 50-10 70-20 12-148 12-168 0z"/>`,
    front: `<path fill="${hair}" d="M116 300c-22-20-22-50-10-70-12-20-8-50 8-66-4-54 36-94 88-94s88 40 84 94c16 16 20 46 8 66 12 20 12 50-10 70-8 4-16 6-24 6 14-20 8-46-2-60 12-24 10-54-2-76-2-14-8-26-16-36-30 8-62 2-84-14-8 22-16 34-20 50-12 22-14 52-2 76-10 14-16 40-2 60-8 0-10-2-16-6z"/>`,
  }),
}

/** A style of hair in its colours. */
export function drawHair(style: HairStyle, hair: string, shade: string): Hair {
  return styles[style](hair, shade)
}
