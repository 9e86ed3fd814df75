import type { FieldErrors } from '@parley/contract'
import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Shows the server's field errors at the fields of a form, of which the first gets the focus; typing clears them like
 * the form's own errors.
 */
export function useServerErrors<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  errors: FieldErrors | null,
) {
  const { setError, getValues } = form
  useEffect(() => {
    const known = new Set(Object.keys(getValues()))
    let shouldFocus = true
    for (const [field, list] of Object.entries(errors ?? {})) {
      const name = field.split('.').at(-1) ?? field
      if (!known.has(name)) continue
      setError(name as Path<T>, { message: list[0] ?? '' }, { shouldFocus })
      shouldFocus = false
    }
  }, [errors, setError, getValues])
}
