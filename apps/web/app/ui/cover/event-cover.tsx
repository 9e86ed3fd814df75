import { classes } from '../classes.ts'
import css from './event-cover.module.css'

const COVERS = 5
const NUMBER_OF = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)

/** The discs of a cover, in hundredths of its height: the same event always has the same ones. */
function discsOf(seed: number) {
  return [0, 1, 2].map(index => {
    const part = (seed >>> (index * 7)) % 100
    return { x: 34 + index * 72 + part * 0.4, y: 20 + ((part * 7) % 60), radius: 26 + ((part * 3) % 30) }
  })
}

/** The drawn cover of an event without an image: its title's first letter on discs. In a ring its middle fills it. */
export function EventCover({ title, slug, isRound }: { title: string; slug: string; isRound?: true }) {
  const seed = NUMBER_OF(slug || title)
  return (
    <svg
      className={classes(css.cover, isRound && css.round)}
      data-cover={seed % COVERS}
      viewBox="0 0 229 100"
      aria-hidden="true"
    >
      <rect width="229" height="100" className={css.ground} />
      {discsOf(seed).map(({ x, y, radius }) => (
        <circle key={x} cx={x} cy={y} r={radius} className={css.disc} />
      ))}
      <text x="114" y="52" className={css.initial} textAnchor="middle" dominantBaseline="middle">
        {[...title.trim()][0]?.toUpperCase() ?? ''}
      </text>
    </svg>
  )
}
