import type { HTMLAttributes } from 'react'
import css from './card.module.css'
import { classes } from './classes.ts'

/** A surface with a thin border. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classes(css.card, className)} />
}
