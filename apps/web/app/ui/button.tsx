import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import css from './button.module.css'
import { classes } from './classes.ts'
import { useHydrated } from './use-hydrated.ts'
import { Spinner } from './waiting/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
interface Variant {
  variant?: ButtonVariant
  /** Fills the available width. */
  wide?: boolean
  /** Of a quiet one: its text is in line with what stands above it, and its padding outside. */
  atEdge?: boolean
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Variant {
  /** The button's action is running: it keeps its focus, says so, and ignores further presses. */
  busy?: boolean
  icon?: ReactNode
}

/**
 * A button of 44 px; `primary` is the one call to action of a screen. A submit button waits for the page's script: the
 * browser's own submit would lose the typed text.
 */
export function Button({
  variant = 'secondary',
  wide,
  atEdge,
  busy,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const hydrated = useHydrated()
  const tooEarly = rest.type === 'submit' && !hydrated
  return (
    <button
      type="button"
      {...rest}
      className={classes(css.button, css[variant], wide && css.wide, atEdge && css.atEdge, className)}
      disabled={rest.disabled || tooEarly}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  wide,
  atEdge,
  icon,
  children,
  className,
  ...rest
}: LinkProps & Variant & { icon?: ReactNode }) {
  return (
    <Link
      {...rest}
      className={classes(css.button, css[variant], wide && css.wide, atEdge && css.atEdge, className)}
    >
      {icon}
      {children}
    </Link>
  )
}

/** A square button with an icon; its label is for screen readers and the tooltip. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={classes(css.icon, className)}>
      {children}
    </button>
  )
}
