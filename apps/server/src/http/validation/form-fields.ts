/** As much of a schema as a form's fields need. */
interface FieldSchema {
  properties?: Record<string, FieldSchema>
  required?: string[]
  anyOf?: FieldSchema[]
}

/**
 * The schema of a body as the fields of its form are named: `{a: {b}}` becomes `a[b]`. OpenAPI would let a client send
 * the group `a` as one part of JSON, which no form of ours is.
 */
export function bracketedFields(schema: FieldSchema): FieldSchema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(bracketedFields) }
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).flatMap(([name, field]) =>
    fieldsOf(name, field, schema.required?.includes(name) ?? false),
  )
  const required = fields.filter(field => field.isRequired).map(({ name }) => name)
  const { required: _names, ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(({ name, field }) => [name, field])),
    ...(required.length > 0 ? { required } : {}),
  }
}

interface NamedField {
  name: string
  field: FieldSchema
  isRequired: boolean
}

function fieldsOf(name: string, field: FieldSchema, isRequired: boolean): NamedField[] {
  // Of several kinds a group is one, beside a field of the same name.
  const choices = field.anyOf?.some(each => each.properties) ? field.anyOf : [field]
  return choices.flatMap(choice =>
    choice.properties
      ? Object.entries(choice.properties).flatMap(([inner, of]) =>
          fieldsOf(`${name}[${inner}]`, of, isRequired && (choice.required?.includes(inner) ?? false)),
        )
      : [{ name, field: choice, isRequired: isRequired && choices.length === 1 }],
  )
}
