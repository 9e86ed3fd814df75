import { classes } from '../../ui/classes.ts'
import { COLOUR_PAIRS, contrastOf, WORDS_LEAST_RATIO } from './contrast.ts'
import { type Tokens, tokensNamed } from './tokens.ts'

export interface Themes {
  light: Tokens
  dark: Tokens
}

/** Every pair of colours with its contrast in both themes. */
export function ColourSamples({ light, dark }: Themes) {
  return (
    <div className="design-colours">
      {(['light', 'dark'] as const).map(theme => {
        const tokens = theme === 'light' ? light : dark
        return (
          <table key={theme} className="design-table">
            <caption>{theme}</caption>
            <thead>
              <tr>
                <th scope="col">Colour on ground</th>
                <th scope="col">Contrast</th>
                <th scope="col">Least</th>
              </tr>
            </thead>
            <tbody>
              {COLOUR_PAIRS.map(pair => (
                <tr key={`${pair.colour} ${pair.on}`}>
                  <th scope="row">
                    <span
                      className="design-swatch"
                      style={{ background: tokens.get(pair.on), color: tokens.get(pair.colour) }}
                      aria-hidden="true"
                    >
                      {pair.leastRatio === WORDS_LEAST_RATIO ? 'Aa' : <span className="design-mark" />}
                    </span>
                    {pair.colour} on {pair.on}
                  </th>
                  <td>{contrastOf(pair, tokens).toFixed(1)}</td>
                  <td>{pair.leastRatio}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      })}
    </div>
  )
}

/** The type scale, each size at its own size. */
export function TypeSamples({ tokens }: { tokens: Tokens }) {
  return (
    <ul className="design-list">
      {tokensNamed(tokens, 'size-').map(name => (
        <li key={name}>
          <small>
            {name}: {tokens.get(name)}
          </small>
          <span
            className={classes('design-type', /hero|title|26|36/.test(name) && 'design-display')}
            style={{ fontSize: `var(--${name})` }}
          >
            Time together
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Spacing, radii and motion, to scale. */
export function MeasureSamples({ tokens }: { tokens: Tokens }) {
  return (
    <>
      <ul className="design-list">
        {tokensNamed(tokens, 'gap-').map(name => (
          <li key={name}>
            <small>{name}</small>
            <span className="design-bar" style={{ width: `var(--${name})` }} />
          </li>
        ))}
      </ul>
      <ul className="design-row">
        {tokensNamed(tokens, 'radius-').map(name => (
          <li key={name}>
            <span className="design-corner" style={{ borderRadius: `var(--${name})` }} />
            <small>
              {name}: {tokens.get(name)}
            </small>
          </li>
        ))}
      </ul>
      <p>
        Motion: press {tokens.get('press')}, enter {tokens.get('enter')}, sheet {tokens.get('sheet')}; none
        for those who asked for stillness. Targets: {tokens.get('target')}.
      </p>
    </>
  )
}
