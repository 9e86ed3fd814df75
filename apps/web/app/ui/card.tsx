import type { ComponentProps } from 'react'
import css from './card.module.css'
import { classes } from './classes.ts'

/** A surface with a thin border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes(css.card, className)} />
}
