import { classes } from '../../../ui/classes.ts'
import css from './state-line.module.css'
import type { StateText } from './state-text.ts'

export interface StateLineProps {
  state: StateText
  /** The small ring before the text, where there is no larger one. */
  ring?: 'small'
}

/** The state of a request, in the colour of its tone. */
export function StateLine({ state, ring }: StateLineProps) {
  return <p className={classes(css.state, css[state.tone], ring && css.ringed)}>{state.text}</p>
}
