/** The version of the product, on the screens and in the description of the API (product.md 9). */
export const version = '1.0.0'
