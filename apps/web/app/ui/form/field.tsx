import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { t } from '../../language/text.ts'
import { classes } from '../classes.ts'
import { DecimalInput } from './decimal-input.tsx'
import css from './field.module.css'

export interface FieldProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

interface Wiring {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** Label, control, hint and error, connected for screen readers. */
export function Field({
  label,
  error,
  hint,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wiring: Wiring = {
    id,
    ...(error ? { 'aria-invalid': true } : {}),
    ...(about ? { 'aria-describedby': about } : {}),
  }
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {children(wiring)}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {t(error)}
        </p>
      )}
    </div>
  )
}

/** Fields beside one another, which share the place of their errors: a column is too narrow for a sentence. */
export function FieldRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classes(css.row, className)}>{children}</div>
}

export type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement> & { prefix?: string }

/** A text field of one line; `prefix` is inside the control (the pound sign of an amount). */
export function TextField({ label, error, hint, prefix, className, ...rest }: TextFieldProps) {
  const Control = rest.inputMode === 'decimal' ? DecimalInput : 'input'
  return (
    <Field label={label} error={error} hint={hint}>
      {wiring => (
        <div className={css.box}>
          {prefix && (
            <span className={css.prefix} aria-hidden="true">
              {prefix}
            </span>
          )}
          <Control
            {...rest}
            {...wiring}
            className={classes(css.control, prefix && css.prefixed, className)}
          />
        </div>
      )}
    </Field>
  )
}

export type TextAreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>

/** A text field of several lines. */
export function TextArea({ label, error, hint, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {wiring => (
        <textarea rows={4} {...rest} {...wiring} className={classes(css.control, css.area, className)} />
      )}
    </Field>
  )
}

export type SelectProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement>

/** A choice from a short list, with the device's own control. */
export function Select({ label, error, hint, className, children, ...rest }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {wiring => (
        <select {...rest} {...wiring} className={classes(css.control, css.select, className)}>
          {children}
        </select>
      )}
    </Field>
  )
}
