// SPDX-License-Identifier: EUPL-1.2

// Shows the interface document with Swagger UI, which another script of the page has loaded.

type Swagger = (options: Record<string, unknown>) => void;
declare const SwaggerUIBundle: Swagger;

const place = document.getElementById("operations");
if (place !== null) {
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset["document"],
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: -1,
    displayOperationId: true,
    filter: true,
    // No other host is asked.
    validatorUrl: null,
    queryConfigEnabled: false,
    // The answer of a server may be large, and colouring it would take seconds.
    syntaxHighlight: false,
  });
}
