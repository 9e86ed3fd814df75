/** The word for `{product}` in paths, socket handlers and headings. */
export const PRODUCT = 'parley'
/** The product's name as people read it. */
export const PRODUCT_TITLE = 'Parley'
