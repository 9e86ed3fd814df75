import type { FieldErrors } from '@parley/contract'
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

const asTheyAre = (errors: FieldErrors) => errors

/**
 * Shows the server's field errors at the fields of a form, of which the first gets the focus; typing clears them like
 * the form's own errors. `renamed` maps the server's names of fields to those of the form. It is always the same
 * function: with another one at each render the errors would come back, with the focus.
 */
export function useServerErrors<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  errors: FieldErrors | null,
  renamed: (errors: FieldErrors) => FieldErrors = asTheyAre,
) {
  const { setError, getValues } = form
  useEffect(() => {
    const known = new Set(Object.keys(getValues()))
    let shouldFocus = true
    for (const [field, list] of Object.entries(errors ? renamed(errors) : {})) {
      const name = field.split('.').at(-1) ?? field
      if (!known.has(name)) continue
      setError(name as Path<T>, { message: list[0] ?? '' }, { shouldFocus })
      shouldFocus = false
    }
  }, [errors, renamed, setError, getValues])
}
